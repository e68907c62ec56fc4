package io.smartt.emulation.tutorial;

/**
 * The result of one check.
 *
 * @param check what was to happen, as the script has it
 * @param passed whether it did
 * @param detail what happened; empty where there is nothing to add
 */
public record CheckResult(String check, boolean passed, String detail) {}
