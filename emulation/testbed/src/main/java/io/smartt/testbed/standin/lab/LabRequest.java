package io.smartt.testbed.standin.lab;

import module java.base;

import io.smartt.experiment.ExperimentSpec;

/**
 * A laboratory that somebody wants.
 *
 * @param spec the experiment whose network it has, with its dilation
 * @param folder for its files
 * @param speed how many times as quick as real switches these work on Sets
 * @param faults by switch, as people write them
 * @param version of this program
 */
public record LabRequest(
    ExperimentSpec spec,
    Path folder,
    double speed,
    Map<String, List<String>> faults,
    String version) {}
