package io.smartt.emulation.settings;

/**
 * A named set of settings: fabric, network and physical facts.
 *
 * @param name as the user named it: {@code virtual}, or the path of a file
 * @param settings what it and those that it extends say
 */
public record Profile(String name, Settings settings) {}
