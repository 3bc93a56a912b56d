"""Which plays kill a mutant: an onlooker sees something that is other than it should be."""
