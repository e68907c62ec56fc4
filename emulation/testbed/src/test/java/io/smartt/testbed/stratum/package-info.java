/** Tests of Stratum's configuration. */
@NullMarked
package io.smartt.testbed.stratum;

import org.jspecify.annotations.NullMarked;
