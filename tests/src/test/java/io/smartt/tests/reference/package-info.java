/** Comparison with inputs and results of the Ultra Ethernet reference simulator. */
@NullMarked
package io.smartt.tests.reference;

import org.jspecify.annotations.NullMarked;
