"""Finished games played again from their records, which must come out equal."""

from __future__ import annotations

from cardgen.gaming.games.abstrac import deal as abstrac
from cardgen.gaming.games.addenda import deal as addenda
from cardgen.gaming.games.cards import DECK, Card
from cardgen.gaming.games.up_and_over import play as up_and_over


def replay_abstrac(finished: abstrac.AbstracDealRecord) -> abstrac.AbstracDealRecord:
    """Play a deal of Abstrac again from its rows and moves. Raises ValueError for an illegal move."""
    deal = abstrac.AbstracDeal(finished.options, finished.rows, finished.dealer)
    for record in finished.log:
        if isinstance(record, abstrac.OrderChosen):
            deal.choose_order(record.first)
        elif isinstance(record, abstrac.CardsTaken):
            deal.take_cards(len(record.cards))
    return deal.to_record()


def replay_addenda(finished: addenda.AddendaDealRecord) -> addenda.AddendaDealRecord:
    """Play a deal of Addenda again from its cards and moves. Raises ValueError for an illegal move."""
    deal = addenda.AddendaDeal(
        finished.options, finished.hands, finished.stock, finished.dealer, finished.start
    )
    for record in finished.log:
        if isinstance(record, addenda.CardPlayed):
            deal.play(record.card)
        elif isinstance(record, addenda.SuitMatched):
            deal.play_matching_card(record.card)
        elif isinstance(record, addenda.PartnerCalled):
            deal.call_partner(*record)
    return deal.to_record()


def replay_up_and_over(finished: up_and_over.UpAndOverGameRecord) -> up_and_over.UpAndOverGameRecord:
    """Play a game of Up and Over again from its deck, moves and reshuffles. Raises ValueError likewise."""
    decks = iter([record.deck for record in finished.log if isinstance(record, up_and_over.DeckReshuffled)])

    def reshuffle(pile: list[Card]) -> None:
        deck = next(decks, ())
        if sorted(deck) != sorted(pile):
            raise ValueError("the record reshuffles other cards than those of the earlier tricks")
        pile[:] = deck

    game = up_and_over.UpAndOverGame(finished.options, finished.deck, reshuffle, finished.dealer)
    for record in finished.log:
        declared = isinstance(record, up_and_over.CardLaid) and len(up_and_over.MOVES[DECK[record.card]]) > 1
        if isinstance(record, up_and_over.CardLaid) and (not record.turned or declared):
            game.play(up_and_over.CardValue(record.card, record.value))
    return game.to_record()
