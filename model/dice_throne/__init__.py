"""Dice Throne, one against one."""
