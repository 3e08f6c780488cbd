export { waitForTurn } from '../../platform/once';
