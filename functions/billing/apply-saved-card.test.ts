import { decideCard } from './saved-cards';

const card = (id: string, created: number) => ({ id, created });
const saved = card('saved', 100);

test.each([
  ['there is none yet', { card: undefined, chosenAt: undefined }, 'saved'],
  ['the one there is older', { card: card('other', 99), chosenAt: undefined }, 'saved'],
  ['the one there is newer', { card: card('other', 101), chosenAt: undefined }, 'other'],
  ['an older one was chosen before it was saved', { card: card('other', 50), chosenAt: 99 }, 'saved'],
  ['an older one was chosen when it was there', { card: card('other', 50), chosenAt: 100 }, 'other'],
  ['the one that was chosen is gone', { card: undefined, chosenAt: 200 }, 'saved'],
])('the paying card after a card was saved: %s', (_what, current, id) => {
  expect(decideCard(current, saved).id).toBe(id);
});
