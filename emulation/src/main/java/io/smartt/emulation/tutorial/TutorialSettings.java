package io.smartt.emulation.tutorial;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * How exercises are run.
 *
 * @param checks a script of them; empty for the exercise's own, which for an unknown one is pingall
 * @param controller a shell command that programs switches in place of runtime files; empty for
 *     none
 * @param fabric where exercises run
 * @param seed of the programs' random numbers
 * @param interrupted asked between two steps: whether to stop
 */
public record TutorialSettings(
    Optional<Path> checks,
    Optional<String> controller,
    TutorialFabric fabric,
    long seed,
    BooleanSupplier interrupted) {}
