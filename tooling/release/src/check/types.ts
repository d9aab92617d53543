/**
 * Type-checks the project with the strictest settings that a team may use, including the packages' declarations and all
 * that they import.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { run } from "../run.ts"

// `lib` is not set: some of Effect's declarations use DOM types, which the default includes.
const strict = { strict: true, skipLibCheck: false, noEmit: true, target: "ES2024", allowImportingTsExtensions: true }

/** Programs on Node with both kinds of module resolution, and browser code without Node's types. */
export const settings = {
  nodenext: {
    compilerOptions: { ...strict, exactOptionalPropertyTypes: true, module: "nodenext", types: ["node"] },
    include: ["*.ts", "readme/*.ts"]
  },
  bundler: {
    compilerOptions: {
      ...strict,
      module: "esnext",
      moduleResolution: "bundler",
      types: ["node"]
    },
    include: ["*.ts", "readme/*.ts"]
  },
  browser: {
    compilerOptions: {
      ...strict,
      module: "esnext",
      moduleResolution: "bundler",
      types: []
    },
    files: ["page.ts"]
  }
}

/** @param compiler the name that it is installed under */
export const check = async (folder: string, compiler: string, name: keyof typeof settings): Promise<void> => {
  const file = join(folder, `tsconfig.${name}.json`)
  writeFileSync(file, JSON.stringify(settings[name], null, 2))
  await run(process.execPath, [join(folder, "node_modules", compiler, "bin/tsc"), "-p", file], {
    cwd: folder,
    timeLimitMillis: 180_000
  })
}
