/** Examples of every remedy, with every fact that changes its text. Used to test each surface's texts. */
import type { Remedy } from "@inlay/core-http/Remedy"

type Examples = {
  readonly [To in Remedy["to"]]: ReadonlyArray<Omit<Extract<Remedy, { readonly to: To }>, "to">>
}

const NONE = [{}]

/** Keyed by remedy, so that a new remedy without an example does not compile. */
const examples: Examples = {
  correctInput: NONE,
  checkNames: [{}, { hidden: "the scope repo" }],
  chooseName: [{ names: ["main", "other"] }, { names: ["sample_greet"], of: "toolSteps" }],
  chooseAnotherName: NONE,
  checkAddress: [
    { of: "base" },
    { of: "signIn" },
    { of: "endpoint" },
    { of: "base", unchanged: "serviceChanged" },
    { of: "signIn", unchanged: "serviceChanged" },
    { of: "endpoint", unchanged: "serviceChanged" }
  ],
  setAddress: [{ of: "base" }],
  writeAddress: NONE,
  writeEndpoint: [{ style: "leading-slash" }, { style: "no-leading-slash" }, { style: "either" }],
  leaveOut: [{ what: "key" }, { what: "header" }],
  connect: NONE,
  enterKey: NONE,
  checkKey: NONE,
  renewKey: NONE,
  signInAgain: NONE,
  checkApp: [{}, { turnOn: true }],
  grant: [{ needs: "the scope repo" }],
  ask: [
    { whom: "administrator" },
    { whom: "owner" },
    { whom: "support" },
    { whom: "administrator", needs: "write access" }
  ],
  changeSetting: [{ of: "the repository" }],
  useAnotherAccount: NONE,
  buyCredits: NONE,
  raiseCap: [{ cap: "day" }, { cap: "run" }],
  statePrice: NONE,
  agreeToPrice: NONE,
  settleCharge: NONE,
  buyAgain: NONE,
  checkCharge: NONE,
  lookFirst: [{}, { at: "issue #7 of acme/widgets" }],
  retry: [
    {},
    { afterSeconds: 7 },
    { orAllow: "moreTime" },
    { orSee: "statusPage" },
    { afterSeconds: 7, orSee: "statusPage" },
    { checking: "network" }
  ],
  readAgain: NONE,
  changeState: NONE,
  askForLess: NONE,
  readAnswer: NONE,
  repairStorage: NONE,
  read: [{ text: "Read the manual." }]
}

export const remedyExamples: ReadonlyArray<Remedy> = Object.entries(examples).flatMap(([to, facts]) =>
  facts.map((fact) => ({ to, ...fact }) as Remedy)
)
