export { waitForTurn } from '../../platform/wait-for-turn';
