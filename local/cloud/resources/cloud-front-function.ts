import type { ResourceType } from '../deployed/resource-type';

/** The function that rewrites a viewer's request before the page is looked up; it runs here from the same source. */
export const cloudFrontFunction: ResourceType = {
  types: ['AWS::CloudFront::Function'],
  async make({ properties, generatedName, account }, { deployed }) {
    deployed.web.viewerRequest = String(properties['FunctionCode']);
    const arn = `arn:aws:cloudfront::${account}:function/${generatedName}`;
    return { ref: arn, attributes: { FunctionARN: arn } };
  },
};
