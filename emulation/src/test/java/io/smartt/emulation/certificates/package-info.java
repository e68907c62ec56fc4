/** Tests of certificates. */
@NullMarked
package io.smartt.emulation.certificates;

import org.jspecify.annotations.NullMarked;
