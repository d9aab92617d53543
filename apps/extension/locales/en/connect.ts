/** The popup if no account is connected. */
export const connect = {
  title: "Inlay",
  text: "Shows what your sales data account knows about the person or company on this page.",
  button: "Connect an account"
} as const
