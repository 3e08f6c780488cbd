import { forReview } from './testing/review';
import { synthesize } from './testing/synthesize';

// A changed line here is a changed permission, route, alarm or resource in AWS: `npx jest infra/review -u` writes it
// down for the review.
test.each(Object.entries(synthesize('example')))('the stack %s is as it was reviewed', (_name, template) => {
  expect(forReview(template)).toMatchSnapshot();
});
