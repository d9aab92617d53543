/** What an agent can do about a failure. Anything that costs credits or needs a decision is referred to the user. */
import { advice, type Words } from "../words/advice.ts"

const ASK_ABOUT_CHARGE =
  'Ask the user, who can check the provider\'s credit log; then call again with unknown_charge: "ask_again" (it may cost twice), "charged" or "not_charged".'

/** The remedies' texts for agents. A program that embeds the server may replace some of them, such as `connect`. */
export const agentWords: Words = {
  ...advice,
  chooseName: (remedy, reason) => {
    const names = advice.chooseName(remedy, reason)
    // A principal may see no tool at all.
    return remedy.of === "toolSteps" ? `${names} tools/list has all.`.trimStart() : names
  },
  connect: () => "Ask the user to connect an account.",
  agreeToPrice: () => "Ask the user about the price, then call again.",
  settleCharge: () => ASK_ABOUT_CHARGE,
  checkCharge: () => `It may have been charged. ${ASK_ABOUT_CHARGE}`,
  buyAgain: () => 'Ask the user before paying again; then call again with unknown_charge: "ask_again".'
}
