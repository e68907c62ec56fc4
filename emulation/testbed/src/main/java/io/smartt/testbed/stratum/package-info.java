/**
 * Tofino with Stratum: the chassis configuration with queues, rates and the deflection port; the
 * pipeline from the compiler's files; and the entries that smartt_tna.p4 needs besides those of
 * smartt.p4.
 */
@NullMarked
package io.smartt.testbed.stratum;

import org.jspecify.annotations.NullMarked;
