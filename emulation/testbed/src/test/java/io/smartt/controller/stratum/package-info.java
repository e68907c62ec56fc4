/** Tests of Stratum's configuration. */
@NullMarked
package io.smartt.controller.stratum;

import org.jspecify.annotations.NullMarked;
