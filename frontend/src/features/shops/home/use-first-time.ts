import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { markSetupComplete } from '#shared/contract/account';
import type { User } from '#shared/model/account';
import { callApi } from '../../../lib/api';
import { paths } from '../../../lib/paths';
import { firstTimeWizard } from '../../../lib/storage';
import { useTimeout } from '../../../lib/use-timeout';
import type { Shops } from '../../../lib/use-shops';

/** Spec 9: first-time redirect, in milliseconds. */
const redirectAfter = 2000;

type Decision = 'welcome' | 'remember' | 'nothing';

/**
 * Spec 4, First-time flow: welcomes a user without shops who was never led to one; a user with shops does not need it.
 * An administrator who is signed in as the user leaves it to them.
 */
function decide({ id, hasCompletedSetup, impersonation }: User, state: 'shops' | 'empty'): Decision {
  if (hasCompletedSetup || impersonation) return 'nothing';
  if (state === 'shops') return 'remember';
  return firstTimeWizard.wasShown(id) ? 'nothing' : 'welcome';
}

/** Leads a new user to the first shop's form, once. True while the welcome shows. */
export function useFirstTime(user: User, shops: Shops): boolean {
  const navigate = useNavigate();
  const { state } = shops;
  // Decided once, when the shops are known, because remembering the decision changes its input.
  const [decision, setDecision] = useState<Decision>();
  if (decision === undefined && (state === 'shops' || state === 'empty')) setDecision(decide(user, state));

  useEffect(() => {
    if (decision === undefined || decision === 'nothing') return;
    firstTimeWizard.markShown(user.id);
    // If the server cannot store it, this device still remembers, and the user does not wait. Storing it twice is
    // harmless.
    callApi(markSetupComplete).catch(() => undefined);
  }, [decision, user.id]);

  useTimeout(() => void navigate(paths.newShopFirstTime), decision === 'welcome' ? redirectAfter : null);

  return decision === 'welcome';
}
