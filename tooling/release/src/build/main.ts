/** Builds the package of the working directory into its `dist`: the `build` script of every public package. */
import { readPackage } from "../workspace.ts"
import { buildLibrary } from "./library.ts"
import { buildProgram } from "./program.ts"

const pkg = readPackage(process.cwd())
await (pkg.manifest.bin === undefined ? buildLibrary(pkg) : buildProgram(pkg))
