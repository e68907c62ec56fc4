package io.smartt.emulation.tutorial;

import module java.base;

import io.smartt.experiment.exercise.ExerciseFabric.ExerciseBuilder;

/**
 * The settings with which exercises are run.
 *
 * @param checks a script of them; empty for the exercise's own, which for an unknown one is pingall
 * @param controller a shell command that programs switches in place of runtime files; empty for
 *     none
 * @param fabric builds the networks of exercises
 * @param seed of the programs' random numbers
 * @param interrupted asked between two steps: whether to stop
 */
public record TutorialSettings(
    Optional<Path> checks,
    Optional<String> controller,
    ExerciseBuilder fabric,
    long seed,
    BooleanSupplier interrupted) {}
