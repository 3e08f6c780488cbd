import { readFileSync } from 'node:fs';
import type { Grant } from './grants';

// Variables that functions read from the settings of their stage. None of them is a permission.

/** The number on qualified invoices. */
export const registrationNumber =
  (): Grant<'stage'> =>
  (target, { stage }) =>
    target.setEnvironment({ REGISTRATION_NUMBER: stage.issuer?.registrationNumber });

/** The version in package.json, which the administrator's page shows. */
export const version = (): Grant<never> => (target) => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  target.setEnvironment({ VERSION: (JSON.parse(manifest) as { version: string }).version });
};

/** The address of the portal, for links in mails and for the check of a request's origin. */
export const portalOrigin =
  (): Grant<'stage'> =>
  (target, { stage }) =>
    target.setEnvironment({ PORTAL_ORIGIN: stage.portalOrigin });

/** What the stage limits differently from the defaults. */
export const limits =
  (): Grant<'stage'> =>
  (target, { stage }) =>
    target.setEnvironment({ LIMITS: stage.limits && JSON.stringify(stage.limits) });

/** Where customers reach the staff. */
export const contact =
  (): Grant<'stage'> =>
  (target, { stage }) =>
    target.setEnvironment({ CONTACT: JSON.stringify(stage.contact) });

/** Looks up addresses by postal code, for every stage; the browser asks it. */
export const postalLookupUrl = 'https://zipcloud.ibsnet.co.jp/api/search';

/** The public settings that the browser reads. */
export const publicSettings =
  (): Grant<'stage'> =>
  (target, { stage }) =>
    target.setEnvironment({
      STRIPE_PUBLISHABLE_KEY: stage.stripe.publishableKey,
      STRIPE_JS_URL: stage.stripe.jsUrl,
      POSTAL_LOOKUP_URL: postalLookupUrl,
    });
