import { Template } from 'aws-cdk-lib/assertions';
import { forReview } from './testing/review';
import { stacksOf, synthesize } from './testing/synthesize';

// A changed line is a changed permission, route, alarm or resource in AWS; `npx jest infra/review -u` accepts it.
test.each(Object.entries(synthesize('example')))('the stack %s is as it was last reviewed', (_name, template) => {
  expect(forReview(template)).toMatchSnapshot();
});

test('the stack outside of a stage with a canary is as it was last reviewed', () => {
  const { stacks } = stacksOf('example', { settings: { canary: { everyMinutes: 15 } } });
  expect(forReview(Template.fromStack(stacks.outside))).toMatchSnapshot();
});
