import type { ResourceType } from '../deployed/resource-type';

/** The function that rewrites a viewer's request before the page is looked up; the same source runs here. */
export const cloudFrontFunction: ResourceType = {
  types: ['AWS::CloudFront::Function'],
  async make({ properties, generatedName, account }, { deployed }) {
    deployed.web.viewerRequest = String(properties['FunctionCode']);
    const arn = `arn:aws:cloudfront::${account}:function/${generatedName}`;
    return { ref: arn, attributes: { FunctionARN: arn } };
  },
};
