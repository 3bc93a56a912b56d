/* The proving ground of the reaction window, for SPIN: the same states, the same steps. */
#ifndef SEATS
#define SEATS 3
#endif
#ifndef ENERGY
#define ENERGY 4
#endif
#ifndef EVENTS
#define EVENTS 4
#endif
#define BEFORE 0
#define WINDOW 1
#define SETTLE 2
#define AFTER 3
#define OVER 4

byte at = BEFORE;
byte holder, first, amount, target;
byte reacted[SEATS], locked[SEATS];
byte energy[SEATS] = ENERGY;
byte events = EVENTS;
byte announced, aimed, happened, reactions, prevented;

#define NEXT ((holder + 1) % SEATS)
#define OPEN (at == WINDOW && !locked[holder])
#define MAY_REACT (OPEN && amount >= 1 && energy[holder] >= 1)
#define REACTED energy[holder]--; reactions++; reacted[holder] = 1; holder = first

#define ANNOUNCE(n, who) :: d_step { at == BEFORE && events >= 1 -> \
    at = WINDOW; announced = n; aimed = who; amount = n; target = who; events--; \
    happened = 0; reactions = 0; prevented = 0; \
    reacted[0] = 0; reacted[1] = 0; reacted[2] = 0; holder = first }
#define REDUCE(n) :: d_step { MAY_REACT -> \
    amount = (amount > n -> amount - n : 0); REACTED }
#define REDIRECT(who) :: d_step { MAY_REACT -> target = who; REACTED }

active proctype play() {
end: do
    ANNOUNCE(1, 0) ANNOUNCE(1, 1) ANNOUNCE(1, 2)
    ANNOUNCE(2, 0) ANNOUNCE(2, 1) ANNOUNCE(2, 2)
    ANNOUNCE(3, 0) ANNOUNCE(3, 1) ANNOUNCE(3, 2)
    ANNOUNCE(4, 0) ANNOUNCE(4, 1) ANNOUNCE(4, 2)
    :: d_step { OPEN && NEXT != first -> holder = NEXT }
    :: d_step { OPEN && NEXT == first -> at = SETTLE; holder = first }
    :: d_step { at == WINDOW && locked[holder] && NEXT != first -> holder = NEXT }
    :: d_step { at == WINDOW && locked[holder] && NEXT == first -> at = SETTLE; holder = first }
    :: d_step { MAY_REACT -> amount = 0; prevented++; REACTED }
    REDUCE(1) REDUCE(2) REDUCE(3) REDUCE(4)
    REDIRECT(0) REDIRECT(1) REDIRECT(2)
    :: d_step { at == SETTLE && amount >= 1 -> at = AFTER; happened++ }
    :: d_step { at == SETTLE && amount == 0 -> at = AFTER }
    :: d_step { at == AFTER && events >= 1 -> at = BEFORE }
    :: d_step { at == AFTER && events == 0 -> at = OVER }
    od
}
