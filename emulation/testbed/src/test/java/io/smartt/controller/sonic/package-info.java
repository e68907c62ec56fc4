/** Tests of SONiC's configuration. */
@NullMarked
package io.smartt.controller.sonic;

import org.jspecify.annotations.NullMarked;
