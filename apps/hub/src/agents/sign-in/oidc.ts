/** `oidc-provider`, loaded when somebody signs in. It warns of Node releases without long-term support, on which it works. */
const load = async () => {
  const { warn } = console
  console.warn = () => {}
  try {
    return await import("oidc-provider")
  } finally {
    console.warn = warn
  }
}

export const { default: ProviderClass, errors, interactionPolicy } = await load()
