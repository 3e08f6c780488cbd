/** On screens that mailed links lead to: no request tells the address that they were opened with. */
export const NoReferrer = () => <meta name="referrer" content="no-referrer" />;
