export { requestApp } from './facts/request-app';
export { formFields } from './form-fields';
export { serveKintone } from './testing/serve-kintone';
