/** Tests of real switches' and servers' plans. */
@NullMarked
package io.smartt.emulation.testbed;

import org.jspecify.annotations.NullMarked;
