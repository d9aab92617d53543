import { expect, it } from "vitest"

import { placesOf } from "./match.ts"

const follower = { followsRename: (place: string) => place.startsWith("repos/") }
const widgets = { place: "repos/acme/widgets", remoteId: "7" }
const renamed = ["repos/acme/sprockets", "orgs/acme"]

it.each([
  ["of the hook's own place", widgets, { places: ["repos/acme/widgets"], hookId: "8" }, ["repos/acme/widgets"]],
  ["of a renamed repository", widgets, { places: renamed, hookId: "7" }, [...renamed, "repos/acme/widgets"]],
  ["of a renamed repository that does not name its hook", widgets, { places: renamed }, undefined],
  ["that a former hook sent", widgets, { places: renamed, hookId: "6" }, undefined],
  [
    "that a hook made by hand sent",
    { place: "repos/acme/widgets", remoteId: undefined },
    { places: renamed },
    undefined
  ],
  ["of another organization", { place: "orgs/initech", remoteId: "7" }, { places: renamed, hookId: "7" }, undefined]
])("a delivery %s", (_title, hook, delivery, places) => {
  expect(placesOf(follower, hook, delivery)).toEqual(places)
})

it("a delivery of a service whose hooks do not follow a rename is for the hook's place only", () => {
  expect(placesOf({}, widgets, { places: renamed, hookId: "7" })).toBeUndefined()
})
