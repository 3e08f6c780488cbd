import { useLocation, type Location } from 'react-router-dom';
import { paths } from './paths';

/** The state of the login screen's entry in the history: what the visitor had opened, within the portal. */
interface Wanted {
  wanted?: string;
}

/** True after a sign-out: the screen on which it happened was not asked for. */
let left = false;

/** The user signs out: the next sign-in does not begin where this one has ended. */
export const leavePlace = (): void => void (left = true);

/** A user has signed in: the screens that are opened from now on count again. */
export const enterPlace = (): void => void (left = false);

/** Keeps the place that a visitor asked for, e.g. a scanned device, through the sign-in. */
export const keepPlace = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Wanted =>
  left || pathname === paths.home ? {} : { wanted: pathname + search };

/** Where a sign-in leads: to the place that was asked for, or home (spec 2, Login). */
export const useWantedPlace = (): string => (useLocation().state as Wanted | null)?.wanted ?? paths.home;
