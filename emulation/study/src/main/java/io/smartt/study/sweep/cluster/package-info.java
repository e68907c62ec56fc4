/**
 * Sweeps on more than this machine: a run is planned as a folder that has its {@code
 * experiment.yaml} and nothing else, and is finished by the first worker that finishes it.
 */
@NullMarked
package io.smartt.study.sweep.cluster;

import org.jspecify.annotations.NullMarked;
