/** Loads `oidc-provider` without its warning about Node releases that have no long-term support. It works on them. */
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
