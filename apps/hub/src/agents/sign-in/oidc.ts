/** `oidc-provider`, loaded when somebody signs in. It warns of Node releases without long-term support, on which it works. */
const load = async () => {
  const output = globalThis.console
  const warn = output.warn.bind(output)
  output.warn = () => {}
  try {
    return await import("oidc-provider")
  } finally {
    output.warn = warn
  }
}

export const { default: ProviderClass, errors, interactionPolicy } = await load()
