/** The addresses on this machine that the page loads from, in addition to its own origin. */
interface LocalOrigins {
  /** Scripts and frames, and what they call. */
  stripe?: string | undefined;
  postal?: string | undefined;
  /** The development server's inline scripts and its socket. */
  development?: boolean | undefined;
}

function withSources(policy: string, directive: string, sources: string[]): string {
  const parts = policy.split(';').map((part) => part.trim());
  return parts.map((part) => (part.split(' ')[0] === directive ? [part, ...sources].join(' ') : part)).join('; ');
}

/** The headers of the templates, with a content security policy that allows the embedded services. */
export function localHeaders(headers: Readonly<Record<string, string>>, origins: LocalOrigins): Record<string, string> {
  const { 'content-security-policy': policy, ...others } = headers;
  if (policy === undefined) return others;
  const stripe = origins.stripe === undefined ? [] : [new URL(origins.stripe).origin];
  const postal = origins.postal === undefined ? [] : [new URL(origins.postal).origin];
  const development = origins.development === true;
  const additions: [string, string[]][] = [
    ['script-src', [...stripe, ...(development ? ["'unsafe-inline'"] : [])]],
    ['frame-src', stripe],
    ['img-src', stripe],
    ['connect-src', [...stripe, ...postal, ...(development ? ['ws:'] : [])]],
  ];
  return {
    ...others,
    'content-security-policy': additions.reduce(
      (changed, [directive, sources]) => withSources(changed, directive, sources),
      policy,
    ),
  };
}
