/**
 * The validation suites of the Ultra Ethernet reference simulator (uet-htsim): reads their files,
 * finds the settings here that mean the same, and judges results as the suites' own scripts do.
 */
@NullMarked
package io.smartt.study.compare.suite;

import org.jspecify.annotations.NullMarked;
