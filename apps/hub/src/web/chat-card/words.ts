/** Texts around a tool's result in the chat of an MCP client. */
export const chatCard = {
  title: "Result",
  waiting: "Waiting for the result …",
  cancelled: "The call was cancelled.",
  nothing: "The result is empty."
}
