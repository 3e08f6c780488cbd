export const serviceNames = ['dynamodb', 'cognito', 'sns', 'ses', 'secrets', 'stripe', 'records', 'postal'] as const;
/** The outside services by the names of `/__local`. */
export type ServiceName = (typeof serviceNames)[number];

export const isServiceName = (name: unknown): name is ServiceName => serviceNames.some((one) => one === name);

/** Those that are AWS's own: a function needs a permission to use them. */
export const awsServiceNames = ['dynamodb', 'cognito', 'sns', 'ses', 'secrets'] as const;
export type AwsServiceName = (typeof awsServiceNames)[number];
