import type { IncomingMessage, RequestListener } from 'node:http';
import type { WireResponse } from '#emulators/platform';
import type { Deployed } from '../deployed/deployed';
import { Api, type ApiOptions } from '../gateway/api';
import { Page } from '../page/page';
import { localHeaders } from '../page/security-headers';
import type { Services } from '../services/services';

interface WebOptions {
  webFolder: string;
  api: ApiOptions;
  services: Pick<Services, 'urls' | 'stripe' | 'postalLookupUrl'>;
  /** Serves the page's requests instead of the built files: the development server. */
  page?: RequestListener | undefined;
}

/** Does what CloudFront does in AWS: serves the page and its calls at one origin, with the templates' headers. */
export class Web {
  readonly #api: Api;
  readonly #page: Page;
  #headers: Record<string, string> = {};

  constructor(private readonly options: WebOptions) {
    this.#api = new Api(options.api);
    this.#page = new Page(options.webFolder);
  }

  /** Uses these routes, headers and this function for the page from now on. */
  use(deployed: Deployed): void {
    this.#api.use(deployed);
    this.#page.use(deployed.web.viewerRequest);
    this.#headers = deployed.web.headers;
  }

  async respond(request: IncomingMessage): Promise<WireResponse | RequestListener> {
    const { services, page } = this.options;
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const secured = localHeaders(this.#headers, {
      stripe: services.stripe && services.urls.stripe,
      postal: services.postalLookupUrl,
      development: page !== undefined,
    });
    const isCall = path === '/api' || path.startsWith('/api/');
    if (page && !isCall) {
      return (incoming, outgoing) => {
        for (const [name, value] of Object.entries(secured)) outgoing.setHeader(name, value);
        page(incoming, outgoing);
      };
    }
    const response = await (isCall ? this.#api : this.#page).respond(request);
    return { ...response, headers: { ...response.headers, ...secured } };
  }
}
