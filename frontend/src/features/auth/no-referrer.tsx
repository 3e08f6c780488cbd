/** For the screens of mailed links: no request reveals the address, which has the token. */
export const NoReferrer = () => <meta name="referrer" content="no-referrer" />;
