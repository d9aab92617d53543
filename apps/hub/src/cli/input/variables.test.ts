import { describe, expect, it } from "vitest"

import { unknownIn } from "./variables.ts"

const namesOf = (env: Readonly<Record<string, string>>) => unknownIn(env).map(({ field }) => field)

/** What Kubernetes sets for a service, as its documentation lists it. */
const serviceNamed = (name: string) => ({
  [`${name}_SERVICE_HOST`]: "10.0.0.11",
  [`${name}_SERVICE_PORT`]: "4670",
  [`${name}_SERVICE_PORT_HTTP`]: "4670",
  [`${name}_PORT`]: "tcp://10.0.0.11:4670",
  [`${name}_PORT_4670_TCP`]: "tcp://10.0.0.11:4670",
  [`${name}_PORT_4670_TCP_PROTO`]: "tcp",
  [`${name}_PORT_4670_TCP_PORT`]: "4670",
  [`${name}_PORT_4670_TCP_ADDR`]: "10.0.0.11"
})

describe("variables of the environment", () => {
  it.each(["INLAY", "INLAY_DB", "INLAY_HUB_2"])("may describe a service of Kubernetes: %s", (name) => {
    expect(namesOf(serviceNamed(name))).toEqual([])
  })

  it("are otherwise known or wrong, a port that somebody sets, too", () => {
    const wrong = { INLAY_PORT: "8080", INLAY_SERVICE: "1", INLAY_SALESDATA_MAX_PER_DAI: "5", INLAY_DATABAS: "x" }
    expect(namesOf({ ...wrong, INLAY_DATA: "/data", INLAY_HUB_URL: "" })).toEqual(Object.keys(wrong))
  })

  it("without a value are none, and a long name, which may be a secret, is not repeated", () => {
    expect(unknownIn({ INLAY_DATABAS: " " })).toEqual([])
    const [problem] = unknownIn({ [`INLAY_${"x".repeat(60)}`]: "1" })
    expect(problem?.field).toBe("An environment variable")
  })
})
