/** Exercises of the p4lang tutorials: their networks, and what a fabric gives to run one. */
@NullMarked
package io.smartt.experiment.exercise;

import org.jspecify.annotations.NullMarked;
