/** Tests of charts. */
@NullMarked
package io.smartt.emulation.plot;

import org.jspecify.annotations.NullMarked;
