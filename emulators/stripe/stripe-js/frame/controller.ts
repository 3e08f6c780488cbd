import { callApi } from './api';
import { ParentPage } from './parent';

/** The hidden frame that calls the API for a page. */
new ParentPage().serve({ request: ({ key, method, path, parameters }) => callApi(key, method, path, parameters) });
