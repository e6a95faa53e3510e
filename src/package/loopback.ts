/** True if a host's name or address means this machine alone. An IPv6 address may have its brackets. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|::1|\[::1\])$/i.test(host);
