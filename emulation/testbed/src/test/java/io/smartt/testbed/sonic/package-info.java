/** Tests of SONiC's configuration. */
@NullMarked
package io.smartt.testbed.sonic;

import org.jspecify.annotations.NullMarked;
