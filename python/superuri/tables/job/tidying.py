"""Tidying: the steps of ``tidy``, from its inputs to its outputs."""

from superuri.tables.engines import sql
from superuri.tables.files import places, streams
from superuri.tables.files.failure import TableError
from superuri.tables.files.places import Place
from superuri.tables.job import staged
from superuri.tables.job.plan import Plan
from superuri.tables.job.request import EngineOptions, Inputs, Outputs, Progress, Say, Work
from superuri.tables.report.summary import Summary
from superuri.tables.storage.address import is_elsewhere


def tidy(  # noqa: PLR0913, PLR0917  the parts of the request, and two functions to report to
    inputs: Inputs,
    work: Work,
    engine: EngineOptions,
    outputs: Outputs,
    progress: Progress,
    say: Say,
) -> Summary:
    """Do the job, and return the summary."""
    sql.check_scheme(work.default_scheme)
    on_spark = engine.name == "spark"
    if on_spark:
        _check_paths(inputs, outputs)

    def tidied(found: list[Place], local: Outputs) -> Summary:
        with streams.target(local.output, found, adds_columns=True) as output:
            plan = Plan(found, work, local._replace(output=output), engine.name)
            if on_spark:
                from superuri.tables.job import spark  # noqa: PLC0415  because it may be missing

                return spark.run(plan, engine.master, say)
            from superuri.tables.job import local as here  # noqa: PLC0415  DuckDB may be missing

            def say_output(text: str) -> None:
                # With the output's address instead of its local path.
                say(text.replace(f"{local.output.rstrip('/')}: ", f"{outputs.output}: ", 1))

            return here.run(plan, engine.memory, engine.threads, progress, say_output)

    if not is_elsewhere(outputs.output):
        inputs = inputs._replace(own=places.earlier_outputs(outputs.output))
    return staged.run(inputs, outputs, work._asdict(), tidied, Summary.from_json, progress)


def _check_paths(inputs: Inputs, outputs: Outputs) -> None:
    """Raise unless the inputs and outputs are paths that the executors of Spark see."""
    if streams.is_stream(outputs.output):
        raise TableError(f"{outputs.output}: Spark writes a folder: name one")
    if not staged.is_local(inputs, outputs):
        message = "with --engine spark, inputs and outputs are paths that each executor sees"
        raise TableError(f"{outputs.output}: {message}; mount the store, or leave out the engine")
