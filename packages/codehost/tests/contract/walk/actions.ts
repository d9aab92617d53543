import type { Walk } from "./send.ts"

export const actions: Walk = async (send) => {
  const widgets = "/repos/acme/widgets/actions"
  await send(200, `GET ${widgets}/workflows`)
  await send(200, `GET ${widgets}/workflows?per_page=1&page=2`)
  await send(200, `GET ${widgets}/workflows/ci.yml`)
  await send(200, `GET ${widgets}/workflows/7002`)
  await send(404, `GET ${widgets}/workflows/no-such.yml`)
  await send(204, `PUT ${widgets}/workflows/ci.yml/disable`)
  await send(204, `PUT ${widgets}/workflows/ci.yml/enable`)
  await send(404, `PUT ${widgets}/workflows/no-such.yml/enable`)

  const dispatch = `${widgets}/workflows/deploy.yml/dispatches`
  await send(204, `POST ${dispatch}`, { body: { ref: "main", inputs: { environment: "staging" } } })
  await send(200, `POST ${dispatch}`, {
    body: { ref: "main", inputs: { environment: "staging" }, return_run_details: true }
  })
  await send(422, `POST ${dispatch}`, { body: { ref: "no-such-branch", inputs: { environment: "staging" } } })
  await send(422, `POST ${dispatch}`, { body: { ref: "main", inputs: { environment: "the moon" } } })
  await send(422, `POST ${dispatch}`, { body: {} })
  await send(422, `POST ${widgets}/workflows/release.yml/dispatches`, { body: { ref: "main" } })

  const runs = await send(200, `GET ${widgets}/runs`)
  await send(200, `GET ${widgets}/runs?branch=main&event=push&status=completed&actor=mona&created=%3E%3D2020-01-01`)
  await send(200, `GET ${widgets}/runs?per_page=1`)
  await send(200, `GET ${widgets}/workflows/ci.yml/runs`)
  await send(200, `GET ${widgets}/workflows/ci.yml/runs?status=success&per_page=1`)
  await send(200, `GET ${widgets}/runs/${runs.at("workflow_runs.0.id")}`)
  await send(200, `GET ${widgets}/runs/${runs.at("workflow_runs.0.id")}/jobs`)
  await send(404, `GET ${widgets}/runs/1`)
  const failed = await send(200, `GET ${widgets}/runs?status=failure&per_page=2`)
  await send(201, `POST ${widgets}/runs/${failed.at("workflow_runs.0.id")}/rerun-failed-jobs`, { body: {} })
  await send(201, `POST ${widgets}/runs/${failed.at("workflow_runs.1.id")}/rerun`, { body: {} })
  await send(404, `POST ${widgets}/runs/1/rerun`, { body: {} })

  const success = (await send(200, `GET ${widgets}/runs?status=success&per_page=1`)).at("workflow_runs.0.id")
  const job = (await send(200, `GET ${widgets}/runs/${success}/jobs`)).at("jobs.0.id")
  await send(200, `GET ${widgets}/jobs/${job}`)
  await send(404, `GET ${widgets}/jobs/1`)
  await send(302, `GET ${widgets}/jobs/${job}/logs`)
  await send(302, `GET ${widgets}/runs/${success}/logs`)
  await send(403, `GET ${widgets}/runs/${success}/logs`, { token: "" })
  await send(200, `GET ${widgets}/artifacts?per_page=1&name=test-report`)
  const artifact = (await send(200, `GET ${widgets}/runs/${success}/artifacts`)).at("artifacts.0.id")
  await send(200, `GET ${widgets}/artifacts/${artifact}`)
  await send(404, `GET ${widgets}/artifacts/1`)
  await send(302, `GET ${widgets}/artifacts/${artifact}/zip`)
  const last = (await send(200, `GET ${widgets}/runs?status=success&created=%3C2026-08-20&per_page=1`)).at(
    "workflow_runs.0.id"
  )
  const oldArtifact = (await send(200, `GET ${widgets}/runs/${last}/artifacts`)).at("artifacts.0.id")
  await send(410, `GET ${widgets}/artifacts/${oldArtifact}/zip`)
  await send(302, "GET /repos/acme/widgets/tarball/main")
  await send(302, "GET /repos/acme/widgets/zipball/feature/a/b")
  await send(404, "GET /repos/acme/widgets/zipball/no-such-branch")
}
