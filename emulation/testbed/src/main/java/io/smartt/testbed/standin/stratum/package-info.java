/**
 * Stratum on a Tofino in software: its P4Runtime server with the rules of Stratum f8f71301 and of
 * the SDE below it (open-p4studio 1f97778f). Each refusal has the words of the source, with its
 * file and line.
 */
@NullMarked
package io.smartt.testbed.standin.stratum;

import org.jspecify.annotations.NullMarked;
