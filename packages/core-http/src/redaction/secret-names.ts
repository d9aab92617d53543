/** Names of headers and fields whose values are secret. */

const SECRET_NAME =
  /(^|[-_.])(auth|authorization|bearer|cookie|credential|key|pass|passphrase|password|passwd|secret|signature|token|session|jwt)s?($|[-_.])|api-?key|x-auth/i

/** Returns whether the name of a header or field says that its value is secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, "$1-$2"))
