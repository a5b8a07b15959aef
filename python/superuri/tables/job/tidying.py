"""Tidying: the steps of ``tidy``, from its inputs to its outputs."""

from pathlib import Path

from superuri.tables.engines import sql
from superuri.tables.files import places, streams
from superuri.tables.files.failure import TableError
from superuri.tables.files.places import Place
from superuri.tables.job import staged
from superuri.tables.job.plan import Plan
from superuri.tables.job.request import EngineOptions, Inputs, Outputs, Progress, Say, Work
from superuri.tables.report.summary import Summary
from superuri.tables.storage.address import ICEBERG, is_elsewhere, redacted, scheme, sibling


def tidy(  # noqa: PLR0913, PLR0917  the parts of the request, and two functions to report to
    inputs: Inputs,
    work: Work,
    engine: EngineOptions,
    outputs: Outputs,
    progress: Progress,
    say: Say,
) -> Summary:
    sql.check_scheme(work.default_scheme)
    on_spark = engine.name == "spark"
    if on_spark and work.trim:
        raise TableError("trim is not for Spark")
    if on_spark:
        _check_paths(inputs, outputs)

    def done(plan: Plan, local: Outputs) -> Summary:
        if on_spark:
            from superuri.tables.job import spark  # noqa: PLC0415  because it may be missing

            return spark.run(plan, engine.master, say)
        from superuri.tables.job import local as here  # noqa: PLC0415  DuckDB may be missing

        def say_output(text: str) -> None:
            # With the output's address instead of its local path.
            say(text.replace(f"{local.output.rstrip('/')}: ", f"{outputs.output}: ", 1))

        return here.run(plan, engine.memory, engine.threads, progress, say_output)

    def tidied(found: list[Place], local: Outputs) -> Summary:
        with streams.target(local.output, found, adds_columns=True) as output:
            plan = Plan(found, work, local._replace(output=output), engine.name)
            summary = done(plan, local)
        summary.written_files = {role: str(path) for role, path in reversed(plan.outputs())}
        if output != local.output:
            # What was next to the temporary file of a stream is removed with it.
            summary.written_files = local.named()
        return summary

    if not is_elsewhere(outputs.output):
        inputs = inputs._replace(own=places.earlier_outputs(outputs.output))
    summary = staged.run(inputs, outputs, work._asdict(), tidied, Summary.from_json, progress)
    if not staged.is_local(inputs, outputs):
        summary.written_files = _addresses(summary.written_files, outputs)
    return summary


def _addresses(copies: dict[str, str], outputs: Outputs) -> dict[str, str]:
    """Return the addresses to which the outputs were sent; next to a table of Iceberg is none."""
    named = outputs.named()
    others = {} if scheme(outputs.output) == ICEBERG else copies
    siblings = {role: sibling(outputs.output, Path(path).name) for role, path in others.items()}
    return {role: redacted(address) for role, address in (siblings | named).items()}


def _check_paths(inputs: Inputs, outputs: Outputs) -> None:
    """Raise unless the inputs and outputs are paths that the executors of Spark see."""
    if streams.is_stream(outputs.output):
        raise TableError(f"{outputs.output}: Spark writes a folder: name one")
    if not staged.is_local(inputs, outputs):
        message = "with --engine spark, inputs and outputs are paths that each executor sees"
        raise TableError(f"{outputs.output}: {message}; mount the store, or leave out the engine")
