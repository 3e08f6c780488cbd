/** As at api.stripe.com: any page may call; its key decides what it may do. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
  'access-control-expose-headers': 'Request-Id, Stripe-Should-Retry',
  'access-control-max-age': '300',
};

/** The response to a preflight request. */
export const preflight = (requestedHeaders: string | undefined) => ({
  status: 200,
  headers: {
    ...corsHeaders,
    'access-control-allow-headers': requestedHeaders ?? 'authorization, content-type, idempotency-key, stripe-version',
  },
});
